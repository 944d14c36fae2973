import { oneLine } from '@hermes/safety'
import TurndownService from 'turndown'
import type { DomElement, DomNode } from './parse-html.js'

/** Converts part of a page to Markdown. Links become absolute, and images become their descriptions. */
export function toMarkdown(root: DomNode, base: URL): string {
  const service = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' })
  service.remove([
    'script',
    'style',
    'noscript',
    'iframe',
    'form',
    'button',
    'select',
    'textarea',
    'object',
    'canvas',
    'audio',
    'video',
  ])
  service.addRule('picture', {
    filter: 'img',
    replacement: (_, node) => describePicture(isElement(node) ? node.getAttribute('alt') : undefined),
  })
  service.addRule('link', {
    filter: 'a',
    replacement: (content, node) => toLink(content, isElement(node) ? node.getAttribute('href') : undefined, base),
  })
  service.addRule('cell', {
    filter: ['td', 'th'],
    replacement: (content) => ` ${oneLine(content).replaceAll('|', '\\|')} |`,
  })
  service.addRule('row', { filter: 'tr', replacement: (content, node) => toRow(content, node) })
  service.addRule('table', { filter: ['table'], replacement: (content) => `\n\n${content.trim()}\n\n` })
  service.addRule('rows', { filter: ['thead', 'tbody', 'tfoot'], replacement: (content) => content })
  return service
    .turndown(root)
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function describePicture(alt: string | null | undefined): string {
  const text = oneLine(alt ?? '')
  return text === '' ? '' : `[picture: ${text}]`
}

function toLink(content: string, href: string | null | undefined, base: URL): string {
  const text = oneLine(content)
  if (text === '') return ''
  if (!href || href.startsWith('#') || !URL.canParse(href, base.href)) return text
  const { protocol, href: target } = new URL(href, base)
  return /^(?:https?|mailto):$/.test(protocol)
    ? `[${text}](${target.replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'))})`
    : text
}

/** Formats a table row. A separator line below the first row turns the rows into a table. */
function toRow(content: string, node: DomNode): string {
  const row = content.trim()
  if (row === '') return ''
  const isFirst = isElement(node) && node.previousElementSibling === null && isFirstGroup(node.parentElement)
  const cells = isElement(node) ? node.children.length : 0
  return `\n|${content.trimEnd()}${isFirst ? `\n|${' --- |'.repeat(cells)}` : ''}`
}

function isFirstGroup(group: DomElement | null): boolean {
  return group?.nodeName === 'TABLE' || group?.previousElementSibling == null
}

function isElement(node: DomNode): node is DomElement {
  return node.nodeType === 1
}
