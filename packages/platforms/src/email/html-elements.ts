import { TextLines } from './text-lines.js'

/** Writes the elements of a mail in HTML as plain text. */
export interface Elements {
  open(name: string, attributes: Readonly<Record<string, string>>): void
  write(text: string): void
  close(name: string): void
  end(): string
}

const lines = /^(?:div|li|dt|dd|address|figcaption|header|footer|section|article)$/
/** Elements with an empty line above and below. */
const paragraphs = /^(?:p|h[1-6]|table|pre|figure|dl)$/

export function createElements(): Elements {
  const text = new TextLines()
  /** The next number of each open list; `undefined` for a list without numbers. */
  const lists: (number | undefined)[] = []
  let link = { address: '', label: '' }
  let preformatted = 0

  function breakAt(name: string): void {
    if (paragraphs.test(name)) text.break(2)
    else if (lines.test(name)) text.break(1)
  }

  function openList(next: number | undefined): void {
    text.break(lists.length === 0 ? 2 : 1)
    lists.push(next)
  }

  function closeList(): void {
    lists.pop()
    text.break(lists.length === 0 ? 2 : 1)
  }

  function openItem(): void {
    const next = lists.at(-1)
    const indent = '  '.repeat(Math.max(0, lists.length - 1))
    text.item(`${indent}${next === undefined ? '-' : `${next}.`} `)
    if (next !== undefined) lists[lists.length - 1] = next + 1
  }

  function closeLink(): void {
    const { address, label } = link
    link = { address: '', label: '' }
    if (address !== '' && label.trim() !== '' && !isSame(label, address)) text.put(` (${address})`)
  }

  function write(given: string): void {
    link.label += given
    if (preformatted === 0) text.put(given.replace(/\s+/g, ' '))
    else writeLines(given)
  }

  function writeLines(given: string): void {
    for (const [index, line] of given.split(/\r?\n/).entries()) {
      if (index > 0) text.breakMore()
      if (line !== '') text.putLine(line)
    }
  }

  return {
    open(name, { href = '', alt = '', start = '' }) {
      breakAt(name)
      if (name === 'br') text.breakMore()
      else if (name === 'a') link = { address: addressOf(href), label: '' }
      else if (name === 'img' && alt.trim() !== '') write(`[picture: ${alt.trim()}]`)
      else if (name === 'ul') openList(undefined)
      else if (name === 'ol') openList(Number.parseInt(start, 10) || 1)
      else if (name === 'li') openItem()
      else if (name === 'tr') text.row()
      else if (name === 'td' || name === 'th') text.cell()
      else if (name === 'blockquote') text.quote(1)
      else if (name === 'pre') preformatted += 1
      else if (name === 'hr') {
        text.break(2)
        text.putLine('---')
        text.break(2)
      }
    },
    write,
    close(name) {
      breakAt(name)
      if (name === 'a') closeLink()
      else if (name === 'ul' || name === 'ol') closeList()
      else if (name === 'li') text.item()
      else if (name === 'tr' || name === 'table') text.row()
      else if (name === 'blockquote') text.quote(-1)
      else if (name === 'pre') preformatted -= 1
    },
    end: () => text.end(),
  }
}

function addressOf(href: string): string {
  return /^(?:https?|mailto|tel):/i.test(href.trim()) ? href.trim() : ''
}

/** Whether a label shows the same address, as people write it. */
function isSame(label: string, address: string): boolean {
  return bare(label) === bare(address)
}

function bare(address: string): string {
  return address
    .trim()
    .toLowerCase()
    .replace(/^(?:https?:\/\/|mailto:|tel:)/, '')
    .replace(/\/$/, '')
}
