import { serveConversations } from '@hermes/mcp'
import { openHost } from '@hermes/runtime'
import type { CommandHandler } from '../../../arguments/command-spec.js'
import { exitCode } from '../../../exit-code.js'
import { writeLine } from '../../../io.js'
import { safeText } from '../../../render/text/safe-text.js'
import { claimStdout } from '../../../setup/claim-stdout.js'
import { findPreparedHome, toOverrides } from '../../../setup/open-home.js'
import { onStopSignal } from '../../../setup/signals.js'
import { UsageError } from '../../../usage-error.js'
import { conversationHost } from './conversation-host.js'
import { LiveConversations } from './live-conversations.js'

/** `hermes mcp serve`: serves an MCP client until it closes the connection, or any number of them over HTTP until the process is asked to stop. */
export const serveClient: CommandHandler = async (context) => {
  const { io, values } = context
  if (!values.http && (values.port ?? values.host ?? values.origin) !== undefined) {
    throw new UsageError('--port, --host and --origin belong to --http.')
  }
  // Before anything else runs: a line that is not a message breaks the connection.
  const output = values.http ? undefined : claimStdout(io)
  await using host = await openHost({
    paths: await findPreparedHome(context),
    variables: io.env,
    overrides: toOverrides(values, io.workingDirectory),
    acceptsSecretsOf: values.http ? ['mcp_serve'] : [],
  })
  for (const warning of host.warnings) await writeLine(io.stderr, `hermes mcp serve: ${safeText(io.t.of(warning))}`)
  const stopped = Promise.withResolvers<number>()
  const removeSignals = onStopSignal(stopped.resolve)
  try {
    if (!output) {
      const { serveHttp } = await import('./serve-http.js')
      await using _ = await serveHttp(context, host, values.scope)
      return await stopped.promise
    }
    const { scope = 'read' } = values
    await using live = new LiveConversations({ host, context, answers: scope === 'all' })
    const conversations = await conversationHost(host, live)
    await using connection = await serveConversations(conversations, { scope, input: io.stdin, output })
    return await Promise.race([stopped.promise, connection.closed.then(() => exitCode.ok)])
  } finally {
    removeSignals()
  }
}
