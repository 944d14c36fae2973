import { describeError, HermesError } from '@hermes/core'
import { type PlatformField, type PlatformForm, savePlatform, tryPlatform } from '@hermes/runtime'
import { english } from '@hermes/safety/language'
import type { CommandContext } from '../../../arguments/command-spec.js'
import { exitCode } from '../../../exit-code.js'
import { tell } from '../../../io.js'
import { safeText } from '../../../render/text/safe-text.js'
import { UsageError } from '../../../usage-error.js'
import { openSetupKit, type SetupKit } from '../setup-kit.js'
import { labelOf } from './ask-field.js'
import { ensureApiKey } from './ensure-api-key.js'
import { fromVariables } from './from-variables.js'
import { type KnownNetwork, knownNetworks } from './network-forms.js'
import { attemptMs } from './network-steps.js'
import { hasPeople } from './people-steps.js'

/**
 * `hermes setup gateway --non-interactive`: tries the networks in the settings and those whose secret is set as a variable, then saves the
 * values of the variables. A network that lacks a value or does not answer is not saved.
 */
export async function setUpNetworksUnattended(context: CommandContext): Promise<number> {
  const { io } = context
  const kit = await openSetupKit(context)
  const networks = await knownNetworks(kit)
  const wanted = networks.filter((network) => isWanted(network, kit))
  if (wanted.length === 0) throw nothingWanted(networks)
  const say = (sentence: string) => tell(io, safeText(sentence))
  let saved = 0
  for (const network of wanted) if (await setUp(network, { kit, say })) saved += 1
  // Once at the end: the kit keeps the settings of the start, so each call would replace the key of the previous one.
  const made = saved > 0 ? await ensureApiKey(kit) : undefined
  if (made !== undefined) await say(made)
  return saved === wanted.length ? exitCode.ok : exitCode.failed
}

function isWanted({ form, current }: KnownNetwork, { variables }: SetupKit): boolean {
  if (Object.keys(current).length > 0) return current.enabled !== false
  if (form instanceof Error) return false
  return form.fields.some(({ isSecret, variable }) => isSecret && Boolean(variables[variable]))
}

interface Setting {
  readonly kit: SetupKit
  say(sentence: string): Promise<void>
}

async function setUp({ name, form, current }: KnownNetwork, { kit, say }: Setting): Promise<boolean> {
  if (form instanceof Error) {
    await say(`${name}: ${describeError(form)}`)
    return false
  }
  const { values, ignored, problems } = fromVariables(form, current, kit.variables)
  for (const variable of ignored) {
    await say(`${form.title}: ${variable} was ignored, because it is not the variable of a setting.`)
  }
  const settings = { ...current, ...values }
  const missing = form.fields.filter((field) => field.isRequired && settings[field.name] === undefined)
  if (missing.length > 0) {
    for (const field of missing) await say(describeMissing(form, field))
    return false
  }
  for (const { variable, problem } of problems) {
    await say(`Nothing was saved for ${form.title}. ${english`${variable} has a wrong value.`} ${problem}`)
  }
  if (problems.length > 0) return false
  try {
    const { self, isOpen } = await tryPlatform({
      name,
      settings,
      paths: kit.paths,
      variables: kit.variables,
      signal: AbortSignal.timeout(attemptMs),
    })
    await savePlatform(kit.paths, form, values)
    await say(`${form.title} is set up${self === undefined ? '' : `: the agent is ${self} there`}.`)
    if (isOpen && !hasPeople(settings)) {
      await say(`No one may write there yet: hermes config set platforms.${name}.allow_from ID`)
    }
    return true
  } catch (error) {
    if (!HermesError.is(error)) throw error
    await say(`Nothing was saved for ${form.title}. ${describeError(error)}`)
    return false
  }
}

function describeMissing({ title, name }: PlatformForm, field: PlatformField): string {
  const means = field.isSecret ? field.variable : `${field.variable}, or platforms.${name}.${field.name}`
  return [`${title}: ${field.name} is missing. Set ${means}: ${labelOf(field)}.`, field.source]
    .filter(Boolean)
    .join(' ')
}

function nothingWanted(networks: readonly KnownNetwork[]): UsageError {
  const known = networks.flatMap(({ form }) => {
    if (form instanceof Error) return []
    const names = form.fields.filter(({ isRequired }) => isRequired).map(({ variable }) => variable)
    return [`for ${form.title} ${names.join(', ')}`]
  })
  return new UsageError(`No chat network is set up. Set variables: ${known.join('; ')}.`)
}
