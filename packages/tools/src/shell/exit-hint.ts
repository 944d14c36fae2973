const signals: Readonly<Record<number, string>> = {
  1: 'its terminal was closed (SIGHUP)',
  2: 'it was interrupted (SIGINT)',
  3: 'it received SIGQUIT',
  6: 'it aborted, often because of a failed assertion (SIGABRT)',
  8: 'an arithmetic error (SIGFPE)',
  9: 'it was killed (SIGKILL), often because memory ran out',
  11: 'it crashed on an invalid memory access (SIGSEGV)',
  13: 'the reader of its output was closed (SIGPIPE)',
  15: 'it was terminated (SIGTERM)',
}

const shellCodes: Readonly<Record<number, string>> = {
  126: 'The command was found but cannot be executed: check its permissions.',
  127: 'The command was not found: check its name, or install it.',
}

const noMatch = { 1: 'No line matched; this is not a failure.' }
const different = { 1: 'The inputs differ; this is not a failure.' }
const falseCondition = { 1: 'The condition is false; this is not a failure.' }

const commandCodes: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  grep: noMatch,
  egrep: noMatch,
  fgrep: noMatch,
  rg: noMatch,
  ag: noMatch,
  diff: different,
  cmp: different,
  test: falseCondition,
  '[': falseCondition,
  find: { 1: 'Some folders could not be read; the rest of the result is valid.' },
  which: { 1: 'Nothing of this name was found on the search path.' },
  pgrep: { 1: 'No process matched; this is not a failure.' },
  pytest: { 1: 'Some tests failed.', 5: 'No tests were collected.' },
  curl: {
    6: 'The host name could not be resolved.',
    7: 'The connection was refused or failed.',
    22: 'The server answered with an HTTP error.',
    28: 'The transfer timed out.',
    35: 'The TLS handshake failed.',
    60: 'The certificate of the server could not be verified.',
  },
}

/** Returns the meaning of a well-known exit code as a sentence, or `undefined` when it only means success or failure. */
export function exitHint(command: string, code: number): string | undefined {
  const own = commandCodes[lastProgram(command)]?.[code]
  if (own) return own
  const shell = shellCodes[code]
  if (shell) return shell
  const signal = code > 128 ? signals[code - 128] : undefined
  return signal && `The command ended early: ${signal}.`
}

/** Returns the program that most likely set the exit code: the last one of a pipeline or a list. Accurate enough for a hint. */
function lastProgram(command: string): string {
  const unquoted = command.trim().replace(/'[^']*'|"(?:\\.|[^"\\])*"|\\./gs, 'x')
  const last = unquoted.split(/\|\|?|&&?|;|\n/).at(-1) ?? ''
  const words = last.trim().split(/\s+/)
  const program = words.find((word) => !/^(?:\w+=.*|sudo|env|command|exec|time|nice|nohup|!)$/.test(word)) ?? ''
  return program.split('/').at(-1) ?? ''
}
