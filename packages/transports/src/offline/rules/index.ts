import { introduction } from '../introduction.js'
import { type Rule, say, type Task } from '../rule.js'
import { tidy } from '../sentence.js'
import { countLines } from './count-lines.js'
import { listFiles } from './list-files.js'
import { readFile } from './read-file.js'
import { recall } from './recall.js'
import { remember } from './remember.js'
import { runCommand } from './run-command.js'
import { searchText } from './search-text.js'

const help: Rule = {
  example: 'help',
  match: (sentence) => (/^(?:help|\?|what\s+can\s+you\s+do)$/i.test(tidy(sentence)) ? introduce : undefined),
}

/** The first rule that matches wins. */
export const rules: readonly Rule[] = [listFiles, countLines, runCommand, searchText, remember, recall, help, readFile]

/** Returns the task for a request, with a default for unknown requests. */
export function taskFor(sentence: string): Task {
  for (const rule of rules) {
    const task = rule.match(sentence)
    if (task) return task
  }
  return introduce
}

function introduce() {
  return say(introduction(rules.map((rule) => rule.example)))
}
