/** Whether a line relates to the topic that the user asked to keep. */
export type IsFocused = (line: string) => boolean

/** Matches lines that contain a significant word of the topic, ignoring case. Without a topic, no line matches. */
export function toFocus(topic: string | undefined): IsFocused {
  const words = (topic ?? '').toLowerCase().match(/[\p{L}\p{N}_.-]{2,}/gu) ?? []
  const telling = words.filter((word) => word.length > 3 || /[^a-z]/.test(word))
  return (line) => {
    const plain = line.toLowerCase()
    return telling.some((word) => plain.includes(word))
  }
}
