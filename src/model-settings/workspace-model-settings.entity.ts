import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The model server of a workspace. */
@Entity('workspace_model_settings')
export class WorkspaceModelSettings {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @Column('text')
  baseUrl: string;

  /** The names of the models that agents may use on it; at least one. */
  @Column('jsonb')
  models: string[];

  /** Null if the server makes no embeddings. */
  @Column('text', { nullable: true })
  embeddingModel: string | null;

  /** Null if the server needs no key. */
  @Column('bytea', { nullable: true })
  sealedApiKey: Buffer | null;

  /** The last characters of the key, if it is long enough to show them. */
  @Column('text', { nullable: true })
  apiKeyHint: string | null;

  @Column({ type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
