import { ApiProperty } from '@nestjs/swagger';

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
}
