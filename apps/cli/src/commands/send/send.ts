import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { UsageError } from '../../usage-error.js'
import { loadGateway } from '../gateway/gateway.js'
import { nameFiles } from './name-files.js'
import { readText } from './read-text.js'
import { withChats } from './with-chats.js'
import { writeTargets } from './write-targets.js'

/** `hermes send TARGET [TEXT]`, `hermes send --to TARGET [TEXT]` and `hermes send --list [NETWORK]` */
export const send: CommandHandler = (context) => (context.values.list ? writeTargets(context) : sendText(context))

async function sendText(context: CommandContext): Promise<number> {
  const { io, values, parameters, program } = context
  const [target, ...words] = values.to === undefined ? parameters : [values.to, ...parameters]
  if (target === undefined) throw new UsageError(`There is no target: ${program} send TARGET "TEXT".`)
  const { text, files } = await nameFiles(await readText(words, context), io)
  const { subject } = values
  const { queueText, servesHome, takeDirectives } = await loadGateway()
  if (takeDirectives(text).text.trim() === '')
    throw new UsageError('There is nothing to send: the text only says how files are sent.')
  return withChats(context, async ({ paths, ...chats }) => {
    const { network, ...queued } = await queueText(
      { target, text, files, ...(subject !== undefined && { subject }) },
      chats,
    )
    const isServed = await servesHome(paths.home, io.env)
    if (values.json) await writeLine(io.stdout, JSON.stringify({ ...queued, isServed }, undefined, 2))
    else if (!values.quiet) {
      const when = isServed
        ? io.t`${queued.id} is sent by the running gateway.`
        : io.t`${queued.id} is sent when a gateway of this home runs.`
      const whenResumed = io.t`${queued.id} is sent when ${network} is resumed: hermes gateway resume ${network}`
      await writeLine(io.stdout, queued.isPaused ? whenResumed : when)
    }
    if (!isServed)
      await writeLine(io.stderr, io.t`No gateway of this home runs here. The message is sent when one does.`)
    return exitCode.ok
  })
}
