import type { Catalog } from '@hermes/safety/language'

/** Answers of `/usage`, `/insights` and `/context`. */
export const usage: Catalog = {
  'This session has no usage yet.': '此会话还没有用量。',
  'There is no usage yet.': '还没有用量。',
  'The cost is unknown: there is no price for the model, or for its fast mode.':
    '费用未知：没有该模型或其快速模式的价格。',
  'Not every price is known: it cost at least this.': '部分价格未知：费用至少为此数。',
  'Prices of {0}.': '价格来源：{0}。',
  'Give a number of days: /insights 7.': '请给出天数：/insights 7。',
  'There was no activity in the last day.': '最近一天没有活动。',
  'There was no activity in the last {0} days.': '最近 {0} 天没有活动。',
  'The last day: {0} conversations, {1} messages, {2} tool calls': '最近一天：{0} 个对话，{1} 条消息，{2} 次工具调用',
  'The last {0} days: {1} conversations, {2} messages, {3} tool calls':
    '最近 {0} 天：{1} 个对话，{2} 条消息，{3} 次工具调用',
  '{0} of {1} tokens · {2}': '{0} / {1} token · {2}',
  'Counted with {0}; other tokenizers differ by a few percent.{1}': '按 {0} 计数；其他分词器会有百分之几的差异。{1}',
  'It will be compressed at {0}.': '达到 {0} 时会压缩。',
  free: '空闲',
  'system prompt': '系统提示词',
  tools: '工具',
  memory: '记忆',
  history: '历史',
  'the model': '模型',
  you: '你',
  notice: '通知',
  'tool calls': '工具调用',
}
