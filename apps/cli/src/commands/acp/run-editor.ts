import { Readable, Writable } from 'node:stream'
import { serveEditor } from '@hermes/acp'
import { openHost } from '@hermes/runtime'
import type { CommandContext } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { safeText } from '../../render/text/safe-text.js'
import { claimStdout } from '../../setup/claim-stdout.js'
import { findPreparedHome, toOverrides } from '../../setup/open-home.js'
import { onStopSignal } from '../../setup/signals.js'
import { editorHost } from './editor-host.js'

/** Serves an editor until it closes the connection, or the process is asked to stop. */
export async function runEditor(context: CommandContext): Promise<number> {
  const { io, values } = context
  // Before anything else runs: a line that is not a message breaks the connection.
  const output = claimStdout(io)
  await using host = await openHost({
    paths: await findPreparedHome(context),
    variables: io.env,
    overrides: toOverrides(values, io.workingDirectory),
  })
  for (const warning of host.warnings) await writeLine(io.stderr, `hermes acp: ${safeText(io.t.of(warning))}`)
  const stopped = Promise.withResolvers<number>()
  const removeSignals = onStopSignal(stopped.resolve)
  try {
    await using connection = await serveEditor(editorHost(host, context), {
      input: Readable.toWeb(io.stdin),
      output: Writable.toWeb(output),
    })
    return await Promise.race([stopped.promise, connection.closed.then(() => exitCode.ok)])
  } finally {
    removeSignals()
  }
}
