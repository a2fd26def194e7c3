import type { SignedIn } from '../../accounts/proven-accounts.service';
import type { NamedMembership } from '../members/membership.entity';

/** A person who has just got an account and its first membership. */
export interface Newcomer extends SignedIn {
  member: NamedMembership;
}
