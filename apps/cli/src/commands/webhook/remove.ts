import { ConfigError } from '@hermes/core'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { openRoutes } from './open-routes.js'

/** `hermes webhook remove NAME` */
export const removeWebhook: CommandHandler = async (context) => {
  const [name = ''] = context.parameters
  const { configured, subscribed, file } = await openRoutes(context)
  if (!Object.hasOwn(subscribed, name)) {
    throw new ConfigError(
      `webhooks.${name}`,
      Object.hasOwn(configured, name)
        ? `"${name}" is in the settings: remove it there.`
        : `There is no webhook "${name}".`,
    )
  }
  const { [name]: _, ...others } = subscribed
  await file.write(others)
  await writeLine(context.io.stdout, context.io.t`Removed ${name}.`)
  return exitCode.ok
}
