import type { Environment } from '@hermes/core'
import { type CodeLanguage, codeLanguages, type Interpreters, interpreterNames, languagesOf } from './code-language.js'

/** Search for the interpreters of an environment, performed once. */
export interface InterpreterSearch {
  find(): Promise<Interpreters>
  /** Returns the languages that were found, or all languages before the search. */
  known(): readonly CodeLanguage[]
  /** Returns the default language. It is fixed on first use, so that assessing and running a program agree. */
  preferred(): CodeLanguage
}

/** Searches for `python3` and `node`, unless the interpreters are `given`. A failed search is repeated. */
export function createInterpreterSearch(environment: Environment, given?: Interpreters): InterpreterSearch {
  let search: Promise<Interpreters> | undefined
  let found = given
  let preferred: CodeLanguage | undefined
  return {
    find() {
      search ??= (given ? Promise.resolve(given) : findInterpreters(environment)).then(
        (interpreters) => {
          found = interpreters
          return interpreters
        },
        (error: unknown) => {
          search = undefined
          throw error
        },
      )
      return search
    },
    known: () => (found ? languagesOf(found) : codeLanguages),
    preferred() {
      preferred ??= languagesOf(found ?? {})[0] ?? 'python'
      return preferred
    },
  }
}

const lookUpMs = 10_000

async function findInterpreters(environment: Environment): Promise<Interpreters> {
  const command = codeLanguages.map(
    (language) => `command -v ${interpreterNames[language]} > /dev/null && echo ${language}`,
  )
  const process = await environment.spawn({ command: command.join('; ') }, { signal: AbortSignal.timeout(lookUpMs) })
  const decoder = new TextDecoder()
  let output = ''
  for await (const { stream, data } of process.output) if (stream === 'stdout') output += decoder.decode(data)
  const names = output.split('\n')
  const found = codeLanguages.filter((language) => names.includes(language))
  return Object.fromEntries(found.map((language) => [language, interpreterNames[language]]))
}
