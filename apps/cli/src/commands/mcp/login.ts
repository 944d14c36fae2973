import { InterruptError } from '@hermes/core'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { onStopSignal } from '../../setup/signals.js'
import { terminalPrompter } from '../auth/terminal-prompter.js'
import { withServer } from './with-server.js'

/** `hermes mcp login NAME`: Ctrl+C aborts the login and keeps an earlier one. */
export const logInServer: CommandHandler = async (context) => {
  const { io, values, parameters } = context
  const [name = ''] = parameters
  const leaving = new AbortController()
  let code: number = exitCode.interrupted
  const interrupt = () => leaving.abort(new InterruptError('The login was canceled.'))
  const release = onStopSignal((signalCode) => {
    code = signalCode
    interrupt()
  })
  const isBrowserRefused = values['no-browser'] === true
  const { showCode, ...browser } = terminalPrompter({ io, isJson: values.json === true, isBrowserRefused, interrupt })
  const person = values.device ? { ...browser, showCode } : browser
  try {
    await withServer(context, name, (server) => server.logIn(person, leaving.signal))
  } catch (error) {
    if (leaving.signal.aborted) return code
    throw error
  } finally {
    release()
  }
  if (values.json) await writeLine(io.stdout, JSON.stringify({ type: 'done', server: name }))
  else await writeLine(io.stderr, io.t`Logged in. To try it: hermes mcp test ${name}`)
  return exitCode.ok
}
