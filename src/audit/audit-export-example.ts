/** The lines of an exported audit log, for the documentation. */
export const AUDIT_LOG_EXAMPLE = `{"type":"header","version":1,"workspaceId":"01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f","exportedAt":"2026-03-01T10:00:00.000Z","keys":[]}
{"type":"end","entries":0,"batches":0,"head":null,"sha256":"2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae"}
`;
