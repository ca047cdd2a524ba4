import type { Block, Section } from '../section.ts';
import runs from './proof-runs.json' with { type: 'json' };

/** What is promised about money, how it is checked, and what the last checks found. */
export const EXACTLY_ONCE_SECTIONS: Section[] = [
  {
    id: 'promises',
    title: 'What we promise',
    blocks: [
      {
        list: [
          'Money that a gateway takes is the donation of exactly one link, or it goes back in full.',
          'A link is completed at most once, and only by the right amount, paid in time. A final status never changes.',
          'No refund is made twice.',
          'Totals, fees and balances equal what the gateways hold once every event has arrived.',
          'Nothing stays open forever: every payment comes to an end, or our staff can see that it doesn’t.',
        ],
      },
      'This holds although servers stop between any two steps, responses get lost, events arrive late, twice or never, and donors pay in two tabs.',
    ],
  },
  {
    id: 'checks',
    title: 'How we check it',
    blocks: [
      {
        table: {
          head: ['Check', 'What it does'],
          rows: [
            [
              'Model',
              'Visits every state that a link and its money can reach within bounds, and looks for one that breaks a promise. It uses the code that decides in production.',
            ],
            [
              'Walks',
              'Takes random paths through the model and the running service at once, and compares everything after each step.',
            ],
            [
              'Game',
              'Plays donors, creators, staff, banks and gateways at random, and compares every figure after each round.',
            ],
            [
              'Chaos',
              'Kills and freezes the servers, the database and the gateways’ emulators while donors give, then compares our books with the gateways’.',
            ],
            ['Mutants', 'Plants faults in the code, one at a time. A check has to notice each of them.'],
          ],
        },
      },
    ],
  },
  {
    id: 'figures',
    title: 'The last checks',
    blocks: Object.entries(runs).flatMap(([title, { run, figures }]): Block[] => [
      { subheading: title, id: title.toLowerCase().replaceAll(' ', '-') },
      run,
      { table: { head: ['What', 'Figure'], rows: Object.entries(figures) } },
    ]),
  },
  {
    id: 'differences',
    title: 'What they found lately',
    blocks: [
      'Two runs of chaos ended with a difference, and are not among the figures above. No donation was lost, and none was counted twice.',
      {
        list: [
          'After a gateway had not answered about chargebacks, reconciliation named one payment as different until that was read again by itself, 26 minutes later. Reconciliation reads it at once now.',
          'Emulated Stripe, killed between two writes, kept a balance transaction without its charge, so reconciliation couldn’t read its balance and said so; the fees it would have found were missing in our books. The fault was the emulator’s, and is mended.',
        ],
      },
      'To learn how often a failing run fails again, we planted faults that lose a few receipts, and repeated one run ten times. All ten failed: 19 of 5,786 donations had no receipt.',
    ],
  },
  {
    id: 'limits',
    title: 'What this doesn’t prove',
    blocks: [
      'The checks run against emulators: that the real gateways behave as they document, nobody but they can prove. Faults that need more than the model’s bounds, or a disk that loses what it has confirmed, are outside it.',
    ],
  },
];
