const start = '[Not from the user: '

/**
 * Returns the first line of a user message that no person has written, for the model and everyone who reads the stored conversation.
 * @param what Such as `news of your background processes.`
 */
export function notFromUser(what: string): string {
  return `${start}${what}]`
}

/** Whether a text starts with such a line. */
export function isNotFromUser(text: string): boolean {
  return text.startsWith(start)
}
