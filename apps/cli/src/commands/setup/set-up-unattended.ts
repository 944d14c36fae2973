import { describeError, HermesError, TransportError } from '@hermes/core'
import { tryModel } from '@hermes/runtime'
import { findPreset } from '@hermes/transports'
import type { CommandContext } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { tell } from '../../io.js'
import { safeText } from '../../render/text/safe-text.js'
import { assertProvider } from '../../setup/models-of-provider.js'
import { UsageError } from '../../usage-error.js'
import { adviceFor } from './failure-advice.js'
import { findSources, isReady } from './find-sources.js'
import { listModels } from './list-models.js'
import { type ModelDraft, settingsOf } from './model-draft.js'
import { saveDraft } from './save-draft.js'
import { openSetupKit, type SetupKit } from './setup-kit.js'

/** How long the model may take to answer, in milliseconds. */
const limitMs = 120_000

/** `hermes setup --non-interactive`: tries the flags, or the first provider that can be used, and saves it if it answers. */
export async function setUpUnattended(context: CommandContext): Promise<number> {
  const { io, program } = context
  const kit = await openSetupKit(context)
  const draft = await completed(await draftOf(context, kit), kit)
  try {
    const signal = AbortSignal.timeout(limitMs)
    await tryModel({ paths: kit.paths, variables: kit.variables, settings: settingsOf(draft), signal })
  } catch (error) {
    if (!HermesError.is(error)) throw error
    const isOwnServer = draft.baseUrl !== undefined
    const models = TransportError.is(error) ? (await listModels(draft, kit)).rows.map(({ id }) => id) : []
    const { text } = adviceFor({ error, draft, models, isOwnServer })
    await tell(io, `${program}: Nothing was saved, because the model does not answer. ${safeText(text)}`)
    return exitCode.failed
  }
  for (const sentence of await saveDraft(kit, draft)) await tell(io, safeText(sentence))
  return exitCode.ok
}

async function draftOf({ values, program }: CommandContext, kit: SetupKit): Promise<ModelDraft> {
  const { provider, model, 'base-url': baseUrl, 'api-key': apiKey } = values
  if (provider !== undefined) assertProvider(provider)
  if (provider !== undefined || baseUrl !== undefined) {
    return {
      provider: provider ?? 'custom',
      ...(baseUrl !== undefined && { baseUrl }),
      ...(apiKey !== undefined && { apiKey }),
      ...(model !== undefined && { model }),
    }
  }
  const ready = (await findSources(kit)).find(isReady)
  if (!ready) {
    throw new UsageError(
      `No key and no model server was found on this machine. Set a key such as OPENROUTER_API_KEY, or name a server: ${program} setup --non-interactive --base-url URL -m MODEL`,
    )
  }
  const { preset, found } = ready
  return {
    provider: preset.id,
    ...(found.type === 'server' && { baseUrl: found.server.baseUrl }),
    ...(model !== undefined && { model }),
  }
}

/**
 * Completes the choices with the first model of the server, or the default model of the provider.
 * @throws {UsageError} when there is none, or the key is rejected. @throws {HermesError} when the server does not answer with a list.
 */
async function completed(draft: ModelDraft, kit: SetupKit): Promise<ModelDraft> {
  if (draft.model !== undefined) return draft
  const preset = findPreset(draft.provider ?? '')
  if (preset?.defaultModel !== undefined && draft.baseUrl === undefined) return { ...draft, model: preset.defaultModel }
  const address = draft.baseUrl ?? preset?.baseUrl
  const {
    rows,
    baseUrl = address,
    refusal,
    failure,
  } = await listModels({ ...draft, ...(address && { baseUrl: address }) }, kit)
  if (refusal) throw new UsageError(`${describeError(refusal)} Check the key.`)
  if (failure) throw unlisted(failure)
  const [first] = rows
  if (!first) throw new UsageError('The server lists no models: name one with -m MODEL.')
  return { ...draft, model: first.id, ...(baseUrl && { baseUrl }) }
}

function unlisted(failure: HermesError): HermesError {
  const text = `Nothing was saved, because the models of the server could not be listed: check the address, or name a model with -m MODEL. ${describeError(failure)}`
  return new HermesError('catalog/unavailable', text, { cause: failure })
}
