/** Examples of a file of contacts, as imports read it and exports write it. */
export const CSV_EXAMPLE =
  'externalId,name,email,attributes.plan\r\ncustomer-1042,Ann Lee,ann@example.com,gold\r\ncustomer-1043,"Lee, Bob",,\r\n';

export const NDJSON_EXAMPLE =
  '{"externalId":"customer-1042","name":"Ann Lee","email":"ann@example.com","attributes":{"plan":"gold"}}\n' +
  '{"externalId":"customer-1043","name":"Bob Lee"}\n';
