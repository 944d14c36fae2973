import type { Catalog } from '@hermes/safety/language'

/** Messages of `hermes cron`. */
export const jobs: Catalog = {
  retrying: '重试中',
  'paused: {0}': '已暂停：{0}',
  'next {0}': '下次 {0}',
  'It was due at {0} and started at {1}.': '预定于 {0}，开始于 {1}。',
  'It was due at {0}, was missed, and was made up for at {1}.': '预定于 {0}，当时错过，于 {1} 补上。',
  'It was requested at {0} and started at {1}.': '于 {0} 请求，开始于 {1}。',
  'It was due at {0}, and attempt {1} started at {2}.': '预定于 {0}，第 {1} 次尝试开始于 {2}。',
  ' at {0}': '（{0}）',
  'It has not ended.': '尚未结束。',
  'It completed{0}, with nothing to report.': '已完成{0}，没有需要报告的内容。',
  'It completed{0}.': '已完成{0}。',
  'It failed{0}{1}': '失败{0}{1}',
  'It was cut off before{0}{1} Its effects are unknown, so it was not repeated.':
    '此前被中断{0}{1}它的影响未知，因此没有重复运行。',
  'It did not run{0}': '没有运行{0}',
  'The {0} of today of its person are used up: there is more after 0:00 UTC.':
    '其用户今天的 {0} 已用完：UTC 0:00 之后会有新的额度。',
  'The {0} of today of its key are used up: there is more after 0:00 UTC.':
    '其密钥今天的 {0} 已用完：UTC 0:00 之后会有新的额度。',
  'Its key is not in the settings any more.': '其密钥已不在设置中。',
  'The account of its chat may not write to this agent any more, or belongs to somebody else now.':
    '其聊天的账号已不能再使用此智能体，或现已属于他人。',
  'Its person may not write to this agent any more.': '其用户已不能再使用此智能体。',
  'Guests have no heartbeat.': '访客没有心跳任务。',
  'It goes on in a chat, which only a gateway can enter.': '它在聊天中继续，只有网关能进入该聊天。',
  'A turn was under way in its conversation, or messages waited.': '其对话中有一轮正在进行，或有消息在等待。',
  'Its turn was ended: {0}': '它的这一轮被结束：{0}',
  'Its chat has another conversation now.': '其聊天现在是另一个对话。',
  'Delivered to {0}{1}.': '已送达 {0}{1}。',
  'The delivery to {0} failed.': '送达 {0} 失败。',
  'The delivery to {0} failed: {1}': '送达 {0} 失败：{1}',
  'Only a gateway that is connected to {0} can deliver there: set the network up, or choose another target.':
    '只有连接到 {0} 的网关才能送达那里：请设置该网络，或选择其他目标。',
  'The delivery to {0} is waiting{1}.': '等待送达 {0}{1}。',
  'It is unknown whether {0} has it{1}.': '不清楚 {0} 是否已收到{1}。',
  'Its conversation is {0}.': '其对话是 {0}。',
  'It was due at {0}.': '预定于 {0}。',
  alerted: '已通知',
  'It has failed {0} times in a row and is paused now: `hermes cron resume {1}`, or `/cron resume` in a chat, continues it.':
    '已连续失败 {0} 次，现已暂停：`hermes cron resume {1}`，或在聊天中使用 `/cron resume`，可以继续运行。',
  'It has failed {0} times in a row. `hermes cron why {1}` shows the runs, and `hermes cron ack {2}` closes the incident.':
    '已连续失败 {0} 次。`hermes cron why {1}` 显示各次运行，`hermes cron ack {2}` 关闭该事故。',
  resolved: '已解决',
  '"{0}" adds its result to the prompt and fails without it: hermes cron edit {1} --clear context-from':
    '“{0}”会把它的结果加入提示，没有它会失败：hermes cron edit {1} --clear context-from',
  closed: '已关闭',
  'There are no open incidents.': '没有未处理的事故。',
  '{0} times, last at {1}': '{0} 次，最近于 {1}',
  'There are no scheduled jobs. To add one: hermes cron add "every monday at 9am" "..."':
    '没有定时任务。添加：hermes cron add "every monday at 9am" "..."',
  'Due {0}: {1}': '运行时间（{0}）：{1}',
  once: '一次',
  'every {0}': '每 {0}',
  'every hour at minute {0}': '每小时第 {0} 分钟',
  'when "{0}" fits the clock': '时间符合“{0}”时',
  'on the last day of each month at {0}': '每月最后一天 {0}',
  'on day {0} of each month at {1}': '每月 {0} 日 {1}',
  'every day at {0}': '每天 {0}',
  'every {0} at {1}': '每{0} {1}',
  weekday: '个工作日',
  Sunday: '周日',
  Monday: '周一',
  Tuesday: '周二',
  Wednesday: '周三',
  Thursday: '周四',
  Friday: '周五',
  Saturday: '周六',
  '"{0}" names no time of the day: write for example "{1}".': '“{0}”没有说明几点：例如写“{1}”。',
  '"{0}" is no schedule: write "30m", "tomorrow at 9am", "every 2h", "every monday at 9am", "2027-01-31T09:00" or five cron fields.':
    '“{0}”不是时间安排：例如写“每天上午9点”、“每周一9点”、“每2小时”、“明天下午3点”、“2027-01-31T09:00”或五个 cron 字段。',
  '"{0}" is no schedule: write for example "每天上午9点", "每周一9点", "每2小时" or "明天下午3点".':
    '“{0}”不是时间安排：例如写“每天上午9点”、“每周一9点”、“每2小时”或“明天下午3点”。',
  '{0} hours': '{0} 小时',
  '{0} minutes': '{0} 分钟',
  'Added: {0}': '已添加：{0}',
  'Changed: {0}': '已更改：{0}',
  'Running scheduled jobs. To stop: Ctrl+C.': '正在运行定时任务。停止：Ctrl+C。',
  '{0} active, {1} paused, {2} running ({3})': '{0} 个启用，{1} 个暂停，{2} 个运行中（{3}）',
  'Next: {0} at {1}': '下一个：{0}，于 {1}',
  'Blocked (blocked_config): {0}: {1}': '受阻（blocked_config）：{0}：{1}',
  'Incident {0}: {1}': '事故 {0}：{1}',
  'Nothing runs jobs now. To run them: hermes gateway run, or hermes cron serve':
    '现在没有程序运行定时任务。运行：hermes gateway run，或 hermes cron serve',
  'It has not run yet.': '还没有运行过。',
  '"{0}" has no run "{1}", or it is no longer kept.': '“{0}”没有运行“{1}”，或者它已不再保留。',

  // Ready-made jobs.
  'The day ahead: what is planned, the weather, and what cannot wait': '今天的安排、天气和不能等的事',
  'What was done in the week, and what is still open': '本周完成了什么，还有什么未完成',
  'What is new about a topic': '某个主题的新消息',
  'Tells when a page of the web changes': '网页变化时通知',
  'A reminder in your own words': '用你自己的话写的提醒',
}
