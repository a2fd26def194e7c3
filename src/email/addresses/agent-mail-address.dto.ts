import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { RequestExamples } from '../../common/operations/request-examples';
import { OneOf } from '../../common/validation/plain-fields';
import { STAFF_FORWARDING, type StaffForwarding } from './mail-address.types';

export class AgentMailAddressDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-7a2b3c4d5e6f" */
  agentId: string;
  /** Email sent or forwarded to this address opens conversations with the agent. null if the installation receives no email. */
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'reply+aagmvupsmd56v5gurpivswpcnpebx3cqkq2wfy5xkqmvsbvnkq@example.com',
  })
  address: string | null;
  /**
   * `verified`: email that a member forwards to this address opens a conversation of its original sender, if your mail server has verified
   * the member. `off`: it is the member's own email.
   */
  @ApiProperty({ enum: STAFF_FORWARDING, example: 'verified' })
  staffForwarding: StaffForwarding;
}

/** Changes only the fields that are present. */
@RequestExamples({ 'no forwarding by members': { staffForwarding: 'off' } })
export class UpdateAgentMailAddressInput {
  /** As of the address. */
  @ApiPropertyOptional({ enum: STAFF_FORWARDING, example: 'off' })
  @OneOf(STAFF_FORWARDING, { optional: true })
  staffForwarding?: StaffForwarding;
}
