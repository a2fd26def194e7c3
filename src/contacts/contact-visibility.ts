import type { WorkspaceScope } from '../common/request/principal';
import { FIELD_SEPARATOR } from './search-text';

/* Who sees a contact: a reader sees the contacts that have no agents, and those with at least one agent that the reader
   can access. A reader with access to every agent sees all contacts. Of a contact's agents, the reader is shown those
   that they can access.
   
   The rule is defined in this file only, in one form for each place that applies it. A property test compares the three
   forms with each other and with the database (test/property/contact-visibility.spec.ts). */

/** The agents that a reader can access. null: every agent. */
export type Reach = WorkspaceScope['agentIds'];

/** In memory: whether the reader sees a contact with these agents. */
export function isVisible(reach: Reach, agentIds: readonly string[]): boolean {
  return reach === null || agentIds.length === 0 || agentIds.some((id) => reach.includes(id));
}

/** In SQL: the same rule for the parameter `reach`, such as `$2` (a uuid[] or NULL), and the column `agentIds`. */
export const visibleSql = (reach: string, agentIds: string): string =>
  `(${reach}::uuid[] IS NULL OR ${agentIds} = '{}' OR ${agentIds} && ${reach})`;

/**
 * In the search index, which has sets of contacts by term: a reader with terms sees the contacts that have one of them.
 * A reader without terms (null) sees every contact.
 */
export function termsOfReader(reach: Reach): string[] | null {
  return reach === null ? null : [WHOLE_WORKSPACE, ...reach.map(termOfAgent)];
}

/** The terms of a contact with these agents; see {@link termsOfReader}. */
export function termsOfContact(agentIds: readonly string[]): string[] {
  return agentIds.length === 0 ? [WHOLE_WORKSPACE] : agentIds.map(termOfAgent);
}

/** In SQL: the agents of a contact that the reader is shown, in their order. */
export const shownAgentsSql = (reach: string, agentIds: string): string =>
  `CASE WHEN ${reach}::uuid[] IS NULL THEN ${agentIds}
        ELSE ARRAY(SELECT a FROM unnest(${agentIds}) WITH ORDINALITY AS u (a, n) WHERE a = ANY (${reach}) ORDER BY n)
   END`;

/** Terms that are not text begin with the separator of texts. */
const WHOLE_WORKSPACE = `${FIELD_SEPARATOR}@`;
const termOfAgent = (agentId: string): string => WHOLE_WORKSPACE + agentId;
