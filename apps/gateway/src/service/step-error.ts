import { HermesError } from '@hermes/core'
import type { Step } from './managers/service.js'
import type { Ran } from './run-program.js'

const withoutService =
  'Without a service, use `hermes gateway start`, or `hermes gateway run` in a container or under another supervisor.'

/** Returns the reason why a step of a service manager failed, and what to do if the manager itself is not available. */
export function stepError({ argv }: Step, { code, output }: Ran): HermesError {
  if (code === 127) return refusal(`\`${argv[0]}\` was not found. ${withoutService}`)
  const failed = `\`${argv.join(' ')}\` failed (exit code ${code}): ${output}`
  if (output.includes('not been booted with systemd')) return refusal(`${failed}\n${withoutService}`)
  // Happens with `su` and `sudo`, for accounts that nobody logs in to, and in containers.
  if (/Failed to connect to (?:\w+ ){0,3}bus/.test(output)) return refusal(`${failed}\n${withoutManagerOfUser}`)
  return refusal(failed)
}

const withoutManagerOfUser = `systemd does not run for this user: log in as the user, without su or sudo, or use \`sudo hermes gateway install --system\`. ${withoutService}`

function refusal(text: string): HermesError {
  return new HermesError('gateway/service', text)
}
