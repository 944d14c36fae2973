import type { PlatformField, PlatformForm, Variables } from '@hermes/runtime'
import type { NetworkSettings } from './network-state.js'

/** What variables have for a chat network. */
export interface NetworkVariables {
  /** For settings without a value of their own. */
  readonly values: NetworkSettings
  /** The variables that begin like those of the network, and belong to no setting. */
  readonly ignored: readonly string[]
  /** Values that every network would refuse, and ids that this one does not have. */
  readonly problems: readonly { readonly variable: string; readonly problem: string }[]
}

/** @param current The section of the network, with the defaults of what all networks have in common. */
export function fromVariables(form: PlatformForm, current: NetworkSettings, variables: Variables): NetworkVariables {
  const given = [
    ...form.fields.filter(({ name }) => current[name] === undefined),
    // A list without a default is empty, as is its text.
    ...form.commonFields.filter(({ name, default: usual = '' }) => String(current[name] ?? usual) === usual),
  ].flatMap((field) => {
    const text = variables[field.variable]?.trim()
    return text ? [{ field, value: field.toValue(text) }] : []
  })
  const values = Object.fromEntries(given.map(({ field, value }) => [field.name, value]))
  const all = { ...current, ...values }
  return {
    values,
    ignored: ignoredBy(form, variables),
    problems: given.flatMap(({ field, value }) => {
      const problem = form.commonFields.includes(field) ? problemOf(form, field, { value, all }) : undefined
      return problem === undefined ? [] : [{ variable: field.variable, problem }]
    }),
  }
}

function ignoredBy({ name: network, fields, commonFields }: PlatformForm, variables: Variables): readonly string[] {
  const prefix = `${network.replaceAll('-', '_').toUpperCase()}_`
  const known = new Set([...fields, ...commonFields].map(({ variable }) => variable))
  return Object.keys(variables).filter((name) => name.startsWith(prefix) && variables[name] && !known.has(name))
}

const peoples = ['allow_from', 'owners', 'admins', 'guests', 'group_admins']
const chats = ['home_chat', 'send_to']

function problemOf(
  form: PlatformForm,
  { name }: PlatformField,
  { value, all }: { readonly value: unknown; readonly all: NetworkSettings },
): string | undefined {
  const ids = [value].flat().map(String)
  const stranger = peoples.includes(name) ? ids.find((id) => !form.isPersonId(id)) : undefined
  if (stranger !== undefined) return `"${stranger}" is no id of a person on ${form.title}.`
  const elsewhere = chats.includes(name) ? ids.find((id) => !form.isChatId(id)) : undefined
  if (elsewhere !== undefined) return `"${elsewhere}" is no id of a chat on ${form.title}.`
  return form.problemOf(name, all)
}
