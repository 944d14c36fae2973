import type { Catalog } from '@hermes/safety/language'

/** Messages of `hermes queue` and `hermes questions`. */
export const workQueue: Catalog = {
  claimed: '处理中',
  dead: '已放弃',
  'damaged{0}': '已损坏{0}',
  'given up after {0}{1}': '{0}后放弃{1}',
  '{0} attempts': '{0} 次尝试',
  'attempt {0}, {1}': '第 {0} 次尝试，{1}',
  'an unknown process': '未知进程',
  'attempt {0} in {1}{2}': '{1} 后第 {0} 次尝试{2}',
  'in {0}{1}': '{0} 后{1}',
  'put {0}': '放入于 {0}',
  'There are no waiting, claimed or dead items.': '没有等待中、处理中或已放弃的项。',
  'No items match.': '没有匹配的项。',
  'There are more: --limit 0 shows all.': '还有更多：--limit 0 显示全部。',
  '{0} removed.': '已移除 {0}。',
  '{0} will be retried.': '将重试 {0}。',
  '{0} left': '剩余 {0}',
  'Question {0} is answered.': '问题 {0} 已回答。',
  'There are no questions yet.': '还没有问题。',
  'There are no open questions.': '没有待回答的问题。',
}
