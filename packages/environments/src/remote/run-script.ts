import { EnvironmentError } from '@hermes/core'
import type { Connection } from './connection.js'
import type { Guardian } from './guardian.js'
import { openChannel } from './open-channel.js'
import type { RemoteLink } from './remote-link.js'
import { openScriptShell, type ScriptResult, type ScriptShell } from './script-shell.js'
import { wrapScript } from './wrapper-script.js'

/** Runs a script of the environment, with `input` as its standard input. */
export type RunScript = (script: string, input?: Uint8Array) => Promise<ScriptResult>

export interface ScriptRunnerOptions {
  readonly link: RemoteLink
  readonly connection: Connection
  /** Functions used by all scripts. */
  readonly prelude: string
}

/** Creates a function that runs scripts. It throws an {@link EnvironmentError} when the connection is lost in the meantime. */
export function createScriptRunner({ link, connection, prelude }: ScriptRunnerOptions): RunScript {
  let shell: { readonly guardian: Guardian; readonly opening: Promise<ScriptShell> } | undefined
  /** Opens the shell that scripts without input share, one per connection. */
  const openShell = async () => {
    const guardian = await connection.get()
    if (shell?.guardian === guardian && (await shell.opening.catch(() => undefined))?.isAlive) return shell.opening
    shell = { guardian, opening: openScriptShell(link, prelude) }
    return shell.opening
  }
  const runAlone = async (script: string, input: Uint8Array) => {
    await connection.get()
    const body = `(\n${prelude}\n${script}\n)`
    const channel = await openChannel(link, { script: (mark) => wrapScript({ mark, body }) })
    channel.input.write(input).catch(() => undefined)
    channel.input.endInput()
    const [stdout, stderr, end] = await Promise.all([collect(channel.stdout), collect(channel.stderr), channel.ended])
    channel.close()
    return end && { code: Number(end.argument), stdout, stderr }
  }
  return async (script, input) => {
    const result = await (input ? runAlone(script, input) : (await openShell()).run(script))
    if (!result) throw new EnvironmentError(`The connection to ${link.name} was lost: try again.`)
    return result
  }
}

async function collect(stream: AsyncIterable<Buffer> | undefined): Promise<Buffer> {
  return Buffer.concat(stream ? await Array.fromAsync(stream) : [])
}
