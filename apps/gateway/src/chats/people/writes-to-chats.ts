/** Whether an id is that of a person on a network. Others are those of programs, and of chats whose people share a conversation. */
export function writesToChats(id: string): boolean {
  return /^(?!api:|webhook:)[^:]+:(?!chat:)/.test(id)
}
