import type { ReactNode } from 'react';
import {
  Tab as AriaTab,
  TabList as AriaTabList,
  type TabListProps,
  TabPanel as AriaTabPanel,
  type TabPanelProps,
  type TabProps,
  Tabs as AriaTabs,
  type TabsProps,
} from 'react-aria-components';

export function Tabs(props: Omit<TabsProps, 'className' | 'style'>): ReactNode {
  return <AriaTabs {...props} className="tabs" />;
}

export function TabList<T extends object>(props: Omit<TabListProps<T>, 'className' | 'style'>): ReactNode {
  return <AriaTabList {...props} className="tab-list" />;
}

export function Tab(props: Omit<TabProps, 'className' | 'style'>): ReactNode {
  return <AriaTab {...props} className="tab" />;
}

export function TabPanel(props: Omit<TabPanelProps, 'className' | 'style'>): ReactNode {
  return <AriaTabPanel {...props} className="tab-panel" />;
}
