import type { PromptSection } from '@hermes/core'
import { lazily } from '@hermes/safety'
import * as z from 'zod'

/** The built-in personalities. The config may add others or replace these. */
export const defaultPersonalities: Readonly<Record<string, string>> = {
  concise: 'Answer in as few words as the matter allows. No introduction, no summary.',
  technical:
    'Answer as an experienced engineer does among engineers: exact terms, versions and numbers, and the trade-offs.',
  teacher: 'Explain step by step, from what is known to what is new, with a small example for each idea.',
  friendly: 'Be warm and encouraging, as to a colleague whom you like.',
}

interface ConfiguredPersonalities {
  readonly personalities: Readonly<Record<string, string>>
}

/** Returns all personalities by name. */
export function personalitiesOf({ personalities }: ConfiguredPersonalities): Readonly<Record<string, string>> {
  return { ...defaultPersonalities, ...personalities }
}

/** Lists the personalities for people to choose from. */
export function listPersonalities(config: ConfiguredPersonalities) {
  return Object.entries(personalitiesOf(config)).map(([name, description]) => ({ name, description }))
}

/** The section `personalities`. */
export const personalitiesSchema = lazily(() =>
  z
    .record(z.string().regex(/^[\w-]+$/, 'a name of letters, digits, "_" and "-"'), z.string().max(20_000))
    .default({})
    .describe(
      `Personalities by name: texts that are added to the system prompt of a conversation. Built in: ${Object.keys(defaultPersonalities).join(', ')}.`,
    ),
)

/** Inserts a personality before the prompt sections about place and date. */
export function withPersonality(prompt: readonly PromptSection[], text: string | undefined): readonly PromptSection[] {
  if (text === undefined) return prompt
  const section: PromptSection = { id: 'personality', content: text }
  const at = prompt.findIndex(({ id }) => id === 'environment')
  return at < 0 ? [...prompt, section] : [...prompt.slice(0, at), section, ...prompt.slice(at)]
}
