import { Injectable } from '@nestjs/common';

/** What has embeddings by the models that are set here. */
export interface EmbeddedKnowledge {
  /** Those of the workspace are to be made anew. Joins the caller's transaction. */
  changed(workspaceId: string): Promise<void>;
}

/** Where the feature that has embeddings, which is built on this one, makes itself known to it. */
@Injectable()
export class EmbeddedKnowledgePort implements EmbeddedKnowledge {
  private knowledge: EmbeddedKnowledge | undefined;

  provide(knowledge: EmbeddedKnowledge): void {
    this.knowledge = knowledge;
  }

  changed(workspaceId: string): Promise<void> {
    if (!this.knowledge) throw new Error('No feature has embeddings');
    return this.knowledge.changed(workspaceId);
  }
}
