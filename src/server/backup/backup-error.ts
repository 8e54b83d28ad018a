/** Its message is a sentence for the person at the terminal: what is wrong, and what to do about it. */
export class BackupError extends Error {}
