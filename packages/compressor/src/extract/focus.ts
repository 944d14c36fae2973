/** Whether a line has to do with what the user asked to keep in particular. */
export type IsFocused = (line: string) => boolean

/** By the words of the topic, whatever their case. Without a topic nothing stands out. */
export function toFocus(topic: string | undefined): IsFocused {
  const words = (topic ?? '').toLowerCase().match(/[\p{L}\p{N}_.-]{2,}/gu) ?? []
  const telling = words.filter((word) => word.length > 3 || /[^a-z]/.test(word))
  return (line) => {
    const plain = line.toLowerCase()
    return telling.some((word) => plain.includes(word))
  }
}
