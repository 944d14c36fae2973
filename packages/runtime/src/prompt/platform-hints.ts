import type { Config } from '../schema/config-schema.js'

/** Hints about the form of answers on each surface, by the source of the session. */
const hints: Readonly<Record<string, string>> = {
  cli: 'Your answers are shown in a terminal: short Markdown, no wide tables.',
  acp: 'Your answers are shown in an editor, which shows changed files itself. Name places as path:line.',
  discord: 'Your answers are Discord messages: Markdown without tables, short.',
  email: 'Your answers are mail: Markdown, a greeting only if the user wrote one.',
  imessage: 'Your answers are text messages: no Markdown, short.',
  matrix: 'Your answers are Matrix messages: Markdown, short.',
  mattermost: 'Your answers are Mattermost messages: Markdown, short.',
  signal: 'Your answers are Signal messages: no Markdown, short.',
  slack: 'Your answers are Slack messages: Markdown without headings and tables, short.',
  sms: 'Your answers are text messages: no Markdown, a few hundred characters.',
  telegram: 'Your answers are Telegram messages: Markdown without tables, short.',
  whatsapp: 'Your answers are WhatsApp messages: *bold* and lists only, short.',
}

/** Returns the hint for a surface, with the changes from the settings; an empty text if there is neither. */
export function platformHint(source: string, overrides: Config['platform_hints']): string {
  const { replace, append = '' } = (Object.hasOwn(overrides, source) && overrides[source]) || {}
  const own = replace ?? (Object.hasOwn(hints, source) ? hints[source] : '')
  return [own, append].filter(Boolean).join('\n')
}
