import { InterruptError } from '@hermes/core'
import type { LoginRequest } from '@hermes/runtime'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { onStopSignal } from '../../setup/signals.js'
import { describeRow, reportRow } from './edit.js'
import { openManager } from './open-manager.js'
import { terminalPrompter } from './terminal-prompter.js'

/** `hermes auth login PROVIDER`: Ctrl+C aborts it without leaving anything behind. */
export const login: CommandHandler = async (context) => {
  const { io, values, parameters } = context
  const [provider = ''] = parameters
  const manager = await openManager(context, provider)
  const row = await interruptible((signal, interrupt) =>
    manager.login(provider, { ...requestOf(context, interrupt), signal }),
  )
  if (typeof row === 'number') return row
  // One object per line: the code was printed earlier.
  if (values.json) await writeLine(io.stdout, JSON.stringify({ type: 'done', credential: row }))
  else await writeLine(io.stderr, io.t`Logged in: ${describeRow(row)}. To use it: hermes --provider ${provider}`)
  return exitCode.ok
}

/** `hermes auth logout PROVIDER [ID]`: removes all logins of the provider, or the given one. */
export const logout: CommandHandler = async (context) => {
  const { io, values, parameters } = context
  const [provider = '', name] = parameters
  const manager = await openManager(context, provider)
  const logins = (await manager.list(provider)).filter(
    ({ type, source }) => type === 'login' || source.includes('pkce'),
  )
  const names = name === undefined ? logins.map(({ id }) => id) : [name]
  if (names.length === 0) {
    await writeLine(io.stderr, io.t`${provider} has no login.`)
    return exitCode.failed
  }
  for (const id of names) {
    const row = await manager.remove(provider, id)
    await reportRow(io, values.json, row, io.t`Logged out: ${describeRow(row)}.`)
  }
  return exitCode.ok
}

/** `hermes auth refresh PROVIDER [ID]` */
export const refresh: CommandHandler = async (context) => {
  const { io, values, parameters } = context
  const [provider = '', name] = parameters
  const manager = await openManager(context, provider)
  const logins = (await manager.list(provider)).filter(({ type }) => type === 'login')
  const names = name === undefined ? logins.map(({ id }) => id) : [name]
  if (names.length === 0) {
    await writeLine(io.stderr, io.t`${provider} has no login to renew.`)
    return exitCode.failed
  }
  for (const id of names) {
    const row = await manager.renew(provider, id)
    await reportRow(io, values.json, row, io.t`Renewed ${describeRow(row)}.`)
  }
  return exitCode.ok
}

function requestOf({ io, values }: CommandContext, interrupt: () => void): Omit<LoginRequest, 'signal'> {
  return {
    prompter: terminalPrompter({
      io,
      isJson: values.json === true,
      isBrowserRefused: values['no-browser'] === true,
      interrupt,
    }),
    ...(values.label !== undefined && { label: values.label }),
    ...(values.issuer !== undefined && { issuer: toUrl(values.issuer) }),
    ...(values['base-url'] !== undefined && { baseUrl: values['base-url'] }),
  }
}

/** Accepts a GitHub Enterprise host by name, such as `company.ghe.com`. */
function toUrl(issuer: string): string {
  return issuer.includes('://') ? issuer : `https://${issuer}`
}

/** @returns the result of the work, or the exit code of the signal that ended it. */
async function interruptible<Result>(
  work: (signal: AbortSignal, interrupt: () => void) => Promise<Result>,
): Promise<Result | number> {
  const leaving = new AbortController()
  let code: number = exitCode.interrupted
  const interrupt = () => leaving.abort(new InterruptError('The login was canceled.'))
  const release = onStopSignal((signalCode) => {
    code = signalCode
    interrupt()
  })
  try {
    return await work(leaving.signal, interrupt)
  } catch (error) {
    if (leaving.signal.aborted) return code
    throw error
  } finally {
    release()
  }
}
