import type { Palette } from './palette.js'

/** Colors for a light background, on which yellow and cyan are unreadable, and dimmed text is too pale. */
export const lightPalette: Palette = {
  accent: '#005f87',
  muted: '#6c6c6c',
  success: '#00702a',
  warning: '#8a5a00',
  error: '#b3261e',
  added: '#00702a',
  removed: '#b3261e',
  code: '#005f87',
  keyword: '#87008f',
  literal: '#8a5a00',
  string: '#00702a',
  name: '#005f87',
  user: '#005f87',
  assistant: 'none',
  border: '#8a8a8a',
  status: '#6c6c6c',
  match: '#8a5a00',
}
