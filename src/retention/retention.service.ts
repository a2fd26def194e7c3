import { Injectable } from '@nestjs/common';
import { Audit } from '../common/audit/audit';
import { countOld, deleteOld } from '../common/database/old-rows.sql';
import { UnitOfWork } from '../common/database/unit-of-work';
import { DomainEvents } from '../common/events/domain-events';
import { FeatureCatalog, type KeptRows } from '../common/feature/feature-catalog';
import type { Member } from '../common/request/principal';
import { ErasureService } from '../erasure/erasure.service';
import { ConversationQueries } from '../conversations/conversation-queries.service';
import { RetentionUpdated } from './retention-events';
import { addPeriods, periodIn } from './retention.dto';
import type { RetentionSettings } from './retention-settings.entity';
import { type DueRetention, RetentionSettingsRepository } from './retention-settings.repository';
import type { AllDays, RetentionCounts, RetentionDays, RetentionPreview } from './retention.types';

/** The most conversations that one transaction deletes, each with all its messages and related rows. */
const CONVERSATIONS_AT_ONCE = 50;
/** The most rows without such relations that one transaction deletes. */
const ROWS_AT_ONCE = 2_000;
/** The highest count in a preview. */
export const MOST_COUNTED = 10_000;

/** A kind of rows with a retention period. */
interface Kind {
  setting: string;
  countedAs: string;
  atOnce: number;
  /** The days of a workspace that has set none. */
  fallback: number | null;
  /** The feature that has the rows deletes them. */
  isDeletedElsewhere: boolean;
  /** The number of rows older than `days`, at most `most`. */
  count(workspaceId: string, days: number, most: number): Promise<number>;
  /** Deletes the oldest of these rows, at most `most`. Returns their number. */
  erase(workspaceId: string, days: number, most: number): Promise<number>;
}

/**
 * The retention periods of a workspace: for conversations, and for the rows of every table with `keptFor` in its
 * policy. A day has 24 hours, by the database's clock.
 */
@Injectable()
export class RetentionService {
  private readonly kinds: readonly Kind[];

  constructor(
    private readonly settings: RetentionSettingsRepository,
    conversations: ConversationQueries,
    erasures: ErasureService,
    features: FeatureCatalog,
    private readonly work: UnitOfWork,
    private readonly events: DomainEvents,
    private readonly audit: Audit,
  ) {
    const ofConversations: Kind = {
      setting: 'conversationDays',
      countedAs: 'conversations',
      atOnce: CONVERSATIONS_AT_ONCE,
      fallback: null,
      isDeletedElsewhere: false,
      count: (workspaceId, days, most) => conversations.countOld(workspaceId, days, most),
      erase: (workspaceId, days, most) => erasures.eraseOldConversations(workspaceId, days, most),
    };
    this.kinds = [ofConversations, ...features.keptFor.map((rows) => this.kindOf(rows))];
    addPeriods(features.keptFor);
  }

  /** Null if no member has set any. */
  find({ workspaceId }: Member): Promise<RetentionSettings | null> {
    return this.settings.find(workspaceId);
  }

  update({ workspaceId, memberId }: Member, change: Partial<RetentionDays>): Promise<RetentionSettings> {
    return this.work.run(async () => {
      const before = daysOf(await this.settings.findLocked(workspaceId));
      this.audit.before(before);
      const { conversationDays, turnDays, gapDays, mailDays, ...otherDays } = { ...before, ...sent(change) };
      const days = { conversationDays, turnDays, gapDays, mailDays, otherDays };
      const [eventDaysBefore, eventDays] = [before['eventDays'] ?? null, otherDays['eventDays'] ?? null];
      this.events.publish(new RetentionUpdated({ workspaceId, eventDaysBefore, eventDays }));
      return this.settings.upsert({ ...days, workspaceId, updatedBy: memberId });
    });
  }

  /** The days of one period, for a feature that deletes its rows itself. Null means never. */
  async periodOf(workspaceId: string, setting: string): Promise<number | null> {
    const settings = await this.settings.find(workspaceId);
    const kind = this.kinds.find((one) => one.setting === setting);
    return periodIn(daysOf(settings), setting, kind?.fallback ?? null);
  }

  /** Counts the rows that would be deleted now, with these periods, and the current ones for the others. */
  async preview({ workspaceId }: Member, change: Partial<RetentionDays>): Promise<RetentionPreview> {
    const days = { ...daysOf(await this.settings.find(workspaceId)), ...sent(change) };
    const counts: Record<string, number> = {};
    let more = false;
    for (const kind of this.kinds) {
      const limit = periodIn(days, kind.setting, kind.fallback);
      const found = limit === null ? 0 : await kind.count(workspaceId, limit, MOST_COUNTED + 1);
      const all = (counts[kind.countedAs] ?? 0) + found;
      counts[kind.countedAs] = Math.min(all, MOST_COUNTED);
      more ||= all > MOST_COUNTED;
    }
    return { counts, more };
  }

  /** Deletes some of the rows that are too old. `more`: whether there may be others. Joins the caller's transaction. */
  async eraseSome(due: DueRetention): Promise<{ erased: RetentionCounts; more: boolean }> {
    const days = daysOf(due);
    const erased: Record<string, number> = {};
    let more = false;
    for (const kind of this.kinds.filter(({ isDeletedElsewhere }) => !isDeletedElsewhere)) {
      const limit = days[kind.setting] ?? null;
      const count = limit === null ? 0 : await kind.erase(due.workspaceId, limit, kind.atOnce);
      erased[kind.countedAs] = (erased[kind.countedAs] ?? 0) + count;
      more ||= count === kind.atOnce;
    }
    return { erased, more };
  }

  private kindOf(rows: KeptRows): Kind {
    const { setting, countedAs, atOnce = ROWS_AT_ONCE, fallback = null, deletes } = rows;
    return {
      setting,
      countedAs,
      atOnce,
      fallback,
      isDeletedElsewhere: deletes === 'feature',
      count: async (...parameters) => {
        const [row] = await this.work.query<{ count: number }>(countOld(rows), parameters);
        return row?.count ?? 0;
      },
      erase: async (...parameters) => (await this.work.query(deleteOld(rows), parameters)).length,
    };
  }
}

function daysOf(settings: Omit<DueRetention, 'workspaceId'> | null): AllDays {
  const { conversationDays = null, turnDays = null, gapDays = null, mailDays = null } = settings ?? {};
  return { ...settings?.otherDays, conversationDays, turnDays, gapDays, mailDays };
}

/** Removes the fields that the body or the query omitted. */
function sent(days: Partial<RetentionDays>): Record<string, number | null> {
  return Object.fromEntries(
    Object.entries(days).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
