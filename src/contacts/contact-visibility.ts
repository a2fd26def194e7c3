import type { WorkspaceScope } from '../common/request/principal';
import { FIELD_SEPARATOR } from './search-text';

/*
 * Who sees a contact, in one sentence: a reader sees the contacts that have no agents, and those one of whose agents they
 * reach; a reader who reaches every agent sees all. And of the agents of a contact they are shown those that they reach.
 *
 * The rule stands here and nowhere else, once for each place where it is applied. A property test holds the three forms
 * to each other, over the database (test/property/contact-visibility.spec.ts).
 */

/** The agents that a reader reaches; null: every agent. */
export type Reach = WorkspaceScope['agentIds'];

/** In memory: whether the reader sees a contact of these agents. */
export function isVisible(reach: Reach, agentIds: readonly string[]): boolean {
  return reach === null || agentIds.length === 0 || agentIds.some((id) => reach.includes(id));
}

/** In SQL: the same of the parameter `reach`, such as `$2` (a uuid[] or NULL), and the column `agentIds`. */
export const visibleSql = (reach: string, agentIds: string): string =>
  `(${reach}::uuid[] IS NULL OR ${agentIds} = '{}' OR ${agentIds} && ${reach})`;

/**
 * In the search index, which has sets of contacts by term: a reader with terms sees the contacts that have one of them,
 * a reader without (null) sees every contact.
 */
export function termsOfReader(reach: Reach): string[] | null {
  return reach === null ? null : [WHOLE_WORKSPACE, ...reach.map(termOfAgent)];
}

/** The terms that a contact of these agents has; see {@link termsOfReader}. */
export function termsOfContact(agentIds: readonly string[]): string[] {
  return agentIds.length === 0 ? [WHOLE_WORKSPACE] : agentIds.map(termOfAgent);
}

/** In SQL: of the agents of a contact, those that the reader is shown, in their order. */
export const shownAgentsSql = (reach: string, agentIds: string): string =>
  `CASE WHEN ${reach}::uuid[] IS NULL THEN ${agentIds}
        ELSE ARRAY(SELECT a FROM unnest(${agentIds}) WITH ORDINALITY AS u (a, n) WHERE a = ANY (${reach}) ORDER BY n)
   END`;

/** Terms that are no text begin with what separates texts. */
const WHOLE_WORKSPACE = `${FIELD_SEPARATOR}@`;
const termOfAgent = (agentId: string): string => WHOLE_WORKSPACE + agentId;
