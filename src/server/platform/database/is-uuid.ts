const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** PostgreSQL refuses to compare an id with what can be none; so such words are told apart first. */
export const isUuid = (text: string) => UUID.test(text);
