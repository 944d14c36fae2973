import type { PlatformField } from '@hermes/runtime'
import type { Reply } from '../../../prompts/prompts.js'
import type { NetworkSettings, NetworkStepsOptions } from './network-state.js'

/** Asks for one setting. @returns the settings with it. */
export async function askField(
  field: PlatformField,
  values: NetworkSettings,
  { prompts, form, current }: Pick<NetworkStepsOptions, 'prompts' | 'form' | 'current'>,
): Promise<Reply<NetworkSettings>> {
  const { name, choices, source } = field
  const all = { ...current, ...values }
  const known = all[name]
  const isKnown = known !== undefined
  const question = field.isAsked ? labelOf(field) : `${name} (${labelOf(field)})`
  const problemOf = (text: string) => {
    if (text !== '') return form.problemOf(name, { ...all, [name]: field.toValue(text) })
    return field.isRequired && !(field.isSecret && isKnown) ? 'A value is needed.' : undefined
  }
  if (source !== undefined) prompts.say('info', source)
  if (field.isSecret) {
    const hint = isKnown ? ' (Enter keeps the present one)' : field.isRequired ? '' : ' (Enter for none)'
    const reply = await prompts.secret({ question: `${question}${hint}`, problemOf })
    if (reply.type !== 'answer') return reply
    return { type: 'answer', value: reply.value === '' ? values : { ...values, [name]: reply.value } }
  }
  const initial = String(known ?? field.default ?? '')
  const reply = choices
    ? await prompts.choose({
        question,
        options: choices.map((value) => ({ value, label: value })),
        initial,
      })
    : await prompts.text({ question: `${question}${emptyHint(field)}`, initial, problemOf })
  if (reply.type !== 'answer') return reply
  if (reply.value === initial) return { type: 'answer', value: values }
  const value = reply.value === '' ? undefined : field.toValue(reply.value)
  return { type: 'answer', value: { ...values, [name]: value } }
}

function emptyHint({ isRequired, default: usual }: PlatformField): string {
  if (isRequired) return ''
  return usual === undefined ? ' (empty for none)' : ` (empty for ${usual})`
}

/** Returns the first sentence of the description. */
export function labelOf({ description }: Pick<PlatformField, 'description'>): string {
  return description.replace(/\.(?:\s.*)?$/s, '')
}
