import { markedSegments } from './marked-segments.js'
import { type Channel, openChannel } from './open-channel.js'
import type { RemoteLink } from './remote-link.js'
import { toLine } from './shell-text.js'

export interface ScriptResult {
  readonly code: number
  readonly stdout: Buffer
  readonly stderr: Buffer
}

/** Shell on the remote side that runs scripts one after another, without starting a process for each. */
export interface ScriptShell {
  /** Runs a script. Resolves to `undefined` when the shell ended before the script did. */
  run(script: string): Promise<ScriptResult | undefined>
  readonly isAlive: boolean
}

/** Opens a shell. @param prelude Functions used by all scripts. */
export async function openScriptShell(link: RemoteLink, prelude: string): Promise<ScriptShell> {
  let mark = ''
  const channel = await openChannel(link, {
    script(given) {
      // Must differ from the mark of the channel, which would end its streams.
      mark = given.replace('hermes', 'result')
      return toLoop(given, mark, prelude)
    },
  })
  return toShell(channel, mark)
}

function toLoop(channelMark: string, mark: string, prelude: string): string {
  return `unset l CDPATH
${prelude}
echo ${channelMark} start
echo ${channelMark} start >&2
while IFS= read -r l; do
  (eval "$(printf %b "$l")") </dev/null
  code=$?
  echo ${mark} $code
  echo ${mark} $code >&2
done
`
}

function toShell(channel: Channel, mark: string): ScriptShell {
  const stdout = markedSegments(channel.stdout, mark)
  const stderr = markedSegments(channel.stderr ?? channel.stdout, mark)
  let isAlive = true
  let last: Promise<unknown> = Promise.resolve()
  const run = async (script: string): Promise<ScriptResult | undefined> => {
    if (!isAlive) return undefined
    channel.input.write(toLine(script)).catch(() => undefined)
    const [out, error] = await Promise.all([stdout.next(), stderr.next()])
    if (!out.done && !error.done) {
      return { code: Number(out.value.argument), stdout: out.value.data, stderr: error.value.data }
    }
    isAlive = false
    channel.close()
    return undefined
  }
  return {
    get isAlive() {
      return isAlive
    },
    run(script) {
      const result = last.then(() => run(script))
      last = result
      return result
    },
  }
}
