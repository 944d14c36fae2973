import type { Environment } from '@hermes/core'
import type { FindErrors } from './find-errors.js'

/** Python program that parses a program from standard input without running it. */
const program = `import ast, sys
try:
    ast.parse(sys.stdin.buffer.read())
except (SyntaxError, ValueError) as error:
    print(getattr(error, "lineno", None) or 1, getattr(error, "msg", None) or error)`

/** Checks with the Python of the environment, if there is one. */
export function pythonErrors(environment: Environment): FindErrors {
  return async (text, _, signal) => {
    const command = `exec python3 -I -S -W ignore -c '${program}'`
    const process = await environment.spawn({ command, stdin: text }, { signal })
    let answer = ''
    for await (const { stream, data } of process.output) {
      if (stream === 'stdout' && answer.length < 1_000) answer += Buffer.from(data).toString()
    }
    const [, line, message] = /^(\d+) (.+)/.exec(answer) ?? []
    return line === undefined || message === undefined ? [] : [{ line: Number(line), message }]
  }
}
