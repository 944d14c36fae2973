/** Matches a mark. Messages of people and tasks of jobs are marks, such as `m12` and `j3`. Answers repeat the mark in each line: `m12 line 2 of 3`. */
const mark = /\b[mj]\d+\b/g

export function marksIn(text: string): readonly string[] {
  return text.match(mark) ?? []
}

/** Returns what a person or a job asks for, which is each mark on a separate line. */
export function asksIn(text: string): readonly string[] {
  return text.match(/^[mj]\d+$/gm) ?? []
}

/** Returns the lines of an answer. Every fifth answer to a person is longer than one message of the networks. */
export function linesOf(of: string): readonly string[] {
  const count = of.startsWith('m') && Number(of.slice(1)) % 5 === 0 ? 12 : 1
  return Array.from({ length: count }, (_, index) => `${of} line ${index + 1} of ${count}`)
}

/** A command that people write between their messages. Its answer has no mark. */
export const commandLine = '/version'

export const isCommandAnswer = (line: string): boolean => /^Hermes \d/.test(line) || isCutOff(line)

/** Whether a line says that the gateway was killed before the answer of the command was stored. */
export const isCutOff = (line: string): boolean => line.includes('was cut off when the gateway stopped')

export const isLine = (line: string): boolean => /^[mj]\d+ line \d+ of \d+$/.test(line)
