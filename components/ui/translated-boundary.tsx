import { Component, type ReactNode } from 'react';

/**
 * Renders its children anew when the browser has taken a node of theirs out of the page, as its translator does with texts: React
 * finds that out when it moves or removes the node. Its own state stays outside. What else fails, the error page shows.
 */
export class TranslatedBoundary extends Component<{ children: ReactNode }> {
  override componentDidCatch(error: Error): void {
    if (error.name !== 'NotFoundError') throw error;
    // By now React has removed the children, as it does where no static method says what is shown instead.
    this.forceUpdate();
  }

  override render(): ReactNode {
    return this.props.children;
  }
}
