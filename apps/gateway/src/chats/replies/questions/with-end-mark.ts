import type { PlatformLimits } from '@hermes/core/platform'
import { measureText } from '@hermes/platforms'

const mark = '_The question has ended._'

/** Returns the text of a question that nobody has answered, with a line that says so. Unchanged if there is no room: the buttons are removed anyway. */
export function withEndMark(text: string, limits: Pick<PlatformLimits, 'text'> | undefined): string {
  const marked = `${text}\n\n${mark}`
  return limits && measureText(marked, limits.text.unit) <= limits.text.max ? marked : text
}
