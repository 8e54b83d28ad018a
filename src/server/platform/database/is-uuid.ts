const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** PostgreSQL rejects comparing a uuid column with other text, so ids are checked first. */
export const isUuid = (text: string) => UUID.test(text);
