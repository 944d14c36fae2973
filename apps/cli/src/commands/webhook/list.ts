import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { oneLine } from '../../render/text/safe-text.js'
import { openRoutes, webhooksAddress } from './open-routes.js'

/** `hermes webhook list`: lists webhooks without their secrets. */
export const listWebhooks: CommandHandler = async (context) => {
  const { io, values } = context
  const routes = await openRoutes(context)
  const { configured, subscribed } = routes
  const address = await webhooksAddress(routes, io.env)
  const rows = Object.entries({ ...subscribed, ...configured }).map(([name, { secret: _, ...route }]) => ({
    name,
    url: `${address}/${name}`,
    from: Object.hasOwn(configured, name) ? 'settings' : 'subscription',
    ...route,
  }))
  if (values.json) {
    await writeLine(io.stdout, JSON.stringify(rows, undefined, 2))
    return exitCode.ok
  }
  if (rows.length === 0)
    await writeLine(io.stderr, io.t`There are no webhooks. To add one: hermes webhook subscribe --help`)
  for (const { name, url, signature, events, deliver, prompt } of rows) {
    const parts = [name, url, signature, events.join(',') || io.t`all events`, deliver.join(','), prompt.slice(0, 60)]
    await writeLine(io.stdout, parts.map(oneLine).join('  '))
  }
  return exitCode.ok
}
