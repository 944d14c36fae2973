import { parseFilePage } from '../file-page.js'
import { call, type Rule, type Scene, type Step, say, sayMissing } from '../rule.js'
import { nounPattern, tidy, toPath } from '../sentence.js'

const pattern = new RegExp(
  `^(?:read|cat|open|show|print|display)(?:\\s+me)?(?:\\s+the\\s+(?:file|contents?\\s+of))?\\s+(?<path>${nounPattern})$`,
  'i',
)

export const readFile: Rule = {
  example: 'read FILE',
  match(sentence) {
    const path = pattern.exec(tidy(sentence))?.groups?.path
    return path === undefined ? undefined : (scene) => read(toPath(path), scene)
  },
}

function read(path: string, { firstTool, results }: Scene): Step {
  const [result] = results
  if (!result) return firstTool('read_file') ? call('read_file', { path }) : sayMissing('read_file')
  const page = parseFilePage(result.text)
  if (page.lines.length === 0)
    return say(page.note === '' ? `${path} is empty.` : `read_file says of ${path}: ${page.note}`)
  const isWhole = page.totalLines === page.lines.length && !page.hasMore
  return say([`${path}:`, ...page.lines, ...(page.note === '' || isWhole ? [] : [page.note])].join('\n'))
}
