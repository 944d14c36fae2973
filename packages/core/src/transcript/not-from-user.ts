const start = '[Not from the user: '

/**
 * The first line of a message of the user's side that no person has written: it tells the model, and everyone who reads the stored conversation.
 * @param what such as `news of your background processes.`
 */
export function notFromUser(what: string): string {
  return `${start}${what}]`
}

/** Whether a text begins like that. */
export function isNotFromUser(text: string): boolean {
  return text.startsWith(start)
}
