// The tab's icon carries a dot once others have changed a board that nobody is looking at here.
import type { UserId } from '@wentwell/contract/ids';
import { useEffect } from 'react';

import type { BoardClient } from '#web/live/board-client';
import { browserPage } from '#web/live/browser-state';

export function useUnseenMark(client: BoardClient, me: UserId): void {
  useEffect(() => {
    const stopFollowing = client.subscribeToEvents((events) => {
      if (browserPage.isHidden() && events.some(({ userId }) => userId !== me)) show('news');
    });
    const stopWatching = browserPage.subscribe(() => {
      if (!browserPage.isHidden()) show('plain');
    });
    return () => {
      stopFollowing();
      stopWatching();
      show('plain');
    };
  }, [client, me]);
}

const icons = { plain: '/favicon.svg', news: '/favicon-news.svg' };

function show(icon: keyof typeof icons): void {
  document.querySelector('link[rel=icon]')?.setAttribute('href', icons[icon]);
}
