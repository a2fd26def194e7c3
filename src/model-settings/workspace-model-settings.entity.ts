import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The model server of a workspace's own. */
@Entity('workspace_model_settings')
export class WorkspaceModelSettings {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @Column('text')
  baseUrl: string;

  /** The names of models that it is asked for; at least one. */
  @Column('jsonb')
  models: string[];

  /** Null: it makes no embeddings. */
  @Column('text', { nullable: true })
  embeddingModel: string | null;

  /** Null: it takes none. */
  @Column('bytea', { nullable: true })
  sealedApiKey: Buffer | null;

  /** The last characters of a key that is long enough to show them. */
  @Column('text', { nullable: true })
  apiKeyHint: string | null;

  @Column({ type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
