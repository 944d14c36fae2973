import { join } from 'node:path'
import { ConfigError } from '@hermes/core'
import {
  missingScript,
  openJobNames,
  openJobs,
  openStore,
  requireProfile,
  resolveHome,
  type WebhookRoute,
} from '@hermes/runtime'
import type { CommandContext } from '../../arguments/command-spec.js'
import { didYouMean } from '../../arguments/did-you-mean.js'
import { tell } from '../../io.js'
import { listSkills } from '../../setup/list-skills.js'
import { openUsableHome } from '../../setup/open-home.js'
import { loadGateway } from '../gateway/gateway.js'

/**
 * Rejects names in a webhook that are unknown in the home that answers it, before an event reveals them. A script may be written later, so a
 * missing one is only reported.
 * @throws {HermesError}
 */
export async function checkNames(route: WebhookRoute, { io, values }: CommandContext): Promise<void> {
  const profile = route.profile ?? values.profile
  const chosen = profile === undefined ? {} : { profile }
  if (route.profile !== undefined) await requireProfile(resolveHome(io.env, chosen))
  const { config, paths, variables } = await openUsableHome({ io, values: chosen })
  const { hasPlaces, requireFilters } = await loadGateway()
  await requireFilters(route.filters, resolveHome(io.env, values).home)
  const names = await openJobNames({ config, variables }, paths)
  for (const target of route.deliver) await names.requireTarget(withChat(target, route, hasPlaces), ['local'])
  await names.requireTask(route)
  if (route.skills.length > 0)
    requireSkills(
      route.skills,
      (await listSkills({ paths, io })).map(({ name }) => name),
    )
  if (route.cron_job !== undefined) {
    const onTrouble = (sentence: string) => void tell(io, sentence)
    await using store = await openStore(paths, { database: config.database, store: config.store, variables, onTrouble })
    await openJobs(store, config.cron).get(route.cron_job)
  }
  const missing = route.script === undefined ? undefined : missingScript(route.script, join(paths.home, 'scripts'))
  if (missing !== undefined) await tell(io, missing)
}

/** Adds the chat of `deliver_extra` to a target that names only a network. Events fill its placeholders, so a sample chat stands in for them. */
function withChat(target: string, { deliver_extra: extra }: WebhookRoute, hasPlaces: (text: string) => boolean) {
  if (!extra || target === 'local' || target.includes(':')) return target
  const some = target === 'email' ? 'ada@example.org' : '1'
  return `${target}:${hasPlaces(extra.chat_id) ? some : extra.chat_id}`
}

/** Skills of servers (`server:skill`) are only known to an agent that is connected to them. */
function requireSkills(wanted: readonly string[], known: readonly string[]): void {
  for (const name of wanted) {
    if (known.includes(name) || name.includes(':')) continue
    throw new ConfigError(
      'webhooks',
      `There is no skill "${name}".${didYouMean(name, known)} To list them: hermes skills list`,
    )
  }
}
