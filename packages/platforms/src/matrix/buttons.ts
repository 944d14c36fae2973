import type { Button } from '@hermes/core/platform'

const keys = ['1️⃣', '2️⃣', '3️⃣', '4️⃣', '5️⃣', '6️⃣', '7️⃣', '8️⃣', '9️⃣', '🔟'] as const

/** The field in which a message keeps the values of its buttons, so that a press is understood after a restart. */
const field = 'dev.hermes.buttons'

/** Returns the reactions that the agent adds to a message with buttons. */
export function keysOf(buttons: readonly Button[]): readonly string[] {
  return keys.slice(0, buttons.length)
}

/** Adds the labels of buttons below a text. */
export function withLabels(text: string, buttons: readonly Button[]): string {
  if (buttons.length === 0) return text
  const labels = buttons.map(({ label }, index) => `${keys[index] ?? '•'} ${label.replaceAll('\n', ' ')}`)
  return `${text}\n\n${labels.join('  \n')}`
}

export function buttonsField(buttons: readonly Button[]) {
  return buttons.length > 0 ? { [field]: buttons.map(({ value }) => value) } : {}
}

/** Returns the value of the button with a reaction. */
export function readButtons(content: Readonly<Record<string, unknown>>, key: string): string | undefined {
  const values = content[field]
  // Some clients leave out the variation selector.
  const index = keys.findIndex((each) => plain(each) === plain(key))
  const value = Array.isArray(values) ? values[index] : undefined
  return typeof value === 'string' ? value : undefined
}

function plain(key: string): string {
  return key.replaceAll('\ufe0f', '')
}
