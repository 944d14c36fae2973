/** Whether an id is that of a person on a network. Other ids belong to programs, and to chats whose people share a conversation. */
export function writesToChats(id: string): boolean {
  return /^(?!api:|webhook:)[^:]+:(?!chat:)/.test(id)
}
