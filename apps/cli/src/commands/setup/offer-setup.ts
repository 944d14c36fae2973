import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadUsableConfig, openCredentials, resolveConfiguredProvider } from '@hermes/runtime'
import { exists } from '@hermes/safety/files'
import type { CommandContext } from '../../arguments/command-spec.js'
import { askLine } from '../../setup/ask-line.js'
import { openHome } from '../../setup/open-home.js'

/** Flags that already express the user's decision. */
const decisive = ['model', 'provider', 'base-url', 'replay', 'resume', 'continue', 'query', 'image'] as const

/** Offers the setup once, before the first chat without a model. Does nothing if a model is configured. */
export async function offerSetup(context: CommandContext): Promise<void> {
  const { io, values } = context
  if (decisive.some((name) => values[name] !== undefined)) return
  const { paths, config, variables } = await openHome({ io, values }, loadUsableConfig)
  if (config.transport !== undefined || config.model.provider !== 'auto' || config.model.default !== '') return
  const { kept } = await openCredentials(paths, variables)
  if (resolveConfiguredProvider(config, variables, kept).provider !== 'offline') return
  const offered = join(paths.cache, 'setup-offered')
  if (await exists(offered)) return
  await writeFile(offered, '')
  const answer = await askLine(io, 'No model is set up. Set one up now? [Y/n] ')
  if (answer === undefined || /^n/i.test(answer.trim())) return
  const { clackPrompts } = await import('../../prompts/clack-prompts.js')
  const { setUpModel } = await import('./set-up-model.js')
  using prompts = clackPrompts(io)
  await setUpModel(context, prompts)
}
